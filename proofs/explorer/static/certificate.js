/* Send a certificate, show what was checked. */
"use strict";
(function () {
  const at = (name) => document.getElementById(name);
  at("verifying").addEventListener("submit", async (event) => {
    event.preventDefault();
    const file = at("file").files[0];
    if (!file) return;
    at("verify").disabled = true;
    at("answer").hidden = true;
    const found = await live.run("verify", { certificate: await file.text() }, at("status"), at("stop"));
    at("verify").disabled = false;
    if (!found) return;
    at("answer").className = "answer is-" + ({ accepted: "holds", rejected: "refuted" }[found.status] || "undecided");
    at("verdict").className = "verdict " + found.status;
    at("verdict").textContent = found.status.toUpperCase();
    at("text").textContent = found.text.replace(/^\S+\s*/, "").replace(/^ +/gm, "");
    at("answer").hidden = false;
  });
})();
