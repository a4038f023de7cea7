/* Draw the Hasse diagram of an order, and let two runs of it be chosen. */
"use strict";
(function () {
  const at = (name) => document.getElementById(name);
  at("drawing").addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = { order: at("order").value.trim(), n: Number(at("n").value), c: Number(at("c").value) };
    at("draw").disabled = true;
    at("shown").hidden = true;
    const found = await live.run("diagram", fields, at("drawn"), at("stop"));
    at("draw").disabled = false;
    if (!found) return;
    at("title").textContent = found.title;
    at("frame").replaceChildren(live.picture(found.picture));
    for (const place of at("legend").querySelectorAll("[data-count]")) place.textContent = found.counts[place.dataset.count];
    at("find").value = "";
    at("shown").hidden = false;
    window.rankproofHasse(at("hasse"), found.script);
    live.offer(at("download"), found.file, "hasse.svg", "image/svg+xml");
  });
})();
