/* Claims of a paper: shown by verdict and by words; the choice is kept in the address. */
"use strict";
(function () {
  const form = document.getElementById("filter");
  const verdict = document.getElementById("verdict");
  const words = document.getElementById("words");
  const status = document.getElementById("status");
  const claims = Array.from(document.querySelectorAll(".claim")).map((claim) => ({
    claim: claim, verdict: claim.dataset.verdict, text: claim.textContent.toLowerCase(),
  }));
  function show() {
    const text = words.value.trim().toLowerCase();
    let shown = 0;
    for (const one of claims) {
      const keep = (!verdict.value || one.verdict === verdict.value) && one.text.includes(text);
      one.claim.hidden = !keep;
      shown += keep;
    }
    status.textContent = shown + " of " + claims.length + " claims and findings.";
  }
  function recall() {
    const found = /^#verdict=(.*)$/.exec(decodeURIComponent(location.hash));
    if (found) verdict.value = found[1];
    show();
  }
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    show();
    history.replaceState(null, "", verdict.value ? "#verdict=" + verdict.value : "#");
  });
  addEventListener("hashchange", recall);
  recall();
})();
