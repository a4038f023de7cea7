/* Light or dark: the reader's system decides until the button is used; the choice is remembered. */
"use strict";
(function () {
  const key = "rankproof-theme";
  function remembered() {
    try { return localStorage.getItem(key); } catch (_) { return null; }
  }
  function isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }
  const chosen = remembered();
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  document.addEventListener("DOMContentLoaded", function () {
    for (const here of document.querySelectorAll("nav [aria-current], .tabs [aria-current]")) {
      const list = here.closest("ul");
      list.scrollLeft = here.offsetLeft - list.offsetLeft - (list.clientWidth - here.offsetWidth) / 2;
    }
    const button = document.getElementById("theme");
    function label() { button.textContent = isDark() ? "Light" : "Dark"; }
    button.hidden = false;
    label();
    button.addEventListener("click", function () {
      document.documentElement.dataset.theme = isDark() ? "light" : "dark";
      try { localStorage.setItem(key, document.documentElement.dataset.theme); } catch (_) { /* private */ }
      label();
    });
  });
})();
