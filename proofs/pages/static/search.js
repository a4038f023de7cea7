/* Search over the index: every word must occur; titles count more, answers come last. */
"use strict";
(function () {
  const MOST = 60;
  const RANK = { metric: 0, axiom: 1, order: 2, matrix: 3, paper: 3, libraries: 3, claim: 4, answer: 5 };
  const query = document.getElementById("query");
  const list = document.getElementById("results");
  const status = document.getElementById("status");
  const plain = (text) => text.toLowerCase().replace(/[_:,@()]/g, " ");
  const pages = window.rankproofIndex.map(([title, kind, address, words]) => ({
    title: title, kind: kind, address: address, words: words,
    head: plain(title), text: plain(title + " " + kind + " " + words),
  }));
  function score(page, words) {
    let total = (RANK[page.kind] || 0) * 3;
    for (const word of words) {
      const at = page.text.indexOf(word);
      if (at < 0) return null;
      const whole = (" " + page.text + " ").includes(" " + word + " ");
      total += (page.head.includes(word) ? 0 : 4) + (whole ? 0 : 2);
    }
    return total + page.head.length / 100;
  }
  function show() {
    const words = plain(query.value).split(/\s+/).filter(Boolean);
    const found = [];
    if (words.length) {
      for (const page of pages) {
        const points = score(page, words);
        if (points !== null) found.push([points, page]);
      }
      found.sort((a, b) => a[0] - b[0]);
    }
    status.textContent = words.length ? found.length + (found.length === 1 ? " page" : " pages") + (found.length > MOST ? ", the first " + MOST + " are shown." : ".") : "Type words that a page has.";
    list.replaceChildren(...found.slice(0, MOST).map(([, page]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      const kind = document.createElement("span");
      link.href = page.address;
      link.textContent = page.title;
      kind.className = "soft small";
      kind.textContent = page.kind === "answer" || page.kind === "claim" ? page.kind + ": " + page.words.slice(0, 140) : page.kind;
      item.append(link, " ", kind);
      return item;
    }));
  }
  /* The words are kept in the address, so that the way back leads to the same results. */
  function recall() {
    const words = new URLSearchParams(location.hash.slice(1)).get("q");
    query.value = words || new URLSearchParams(location.search).get("q") || "";
    show();
  }
  query.addEventListener("input", () => {
    history.replaceState(null, "", query.value ? "#" + new URLSearchParams({ q: query.value }) : "#");
    show();
  });
  addEventListener("hashchange", recall);
  document.getElementById("search").addEventListener("submit", (event) => { event.preventDefault(); show(); });
  recall();
  query.focus();
})();
