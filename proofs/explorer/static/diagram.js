/* Draw the Hasse diagram of an order. The picture is shown as an image: nothing in it can act. */
"use strict";
(function () {
  const at = (name) => document.getElementById(name);
  at("drawing").addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = { order: at("order").value.trim(), n: Number(at("n").value), c: Number(at("c").value) };
    at("draw").disabled = true;
    at("picture").hidden = true;
    const found = await live.run("diagram", fields, at("status"), at("stop"));
    at("draw").disabled = false;
    if (!found) return;
    at("hasse").src = found.address + "/picture.svg";
    at("hasse").alt = "Hasse diagram of " + found.runs + " runs";
    at("caption").textContent = found.title + ": " + found.runs + " runs";
    at("picture").hidden = false;
    live.offer(at("download"), found.svg, "hasse.svg", "image/svg+xml");
  });
})();
