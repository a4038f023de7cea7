/* What the pages with engines share: asking the server, and watching a question until its end. */
"use strict";
window.live = (function () {
  async function send(address, fields, signal) {
    const response = await fetch(address, {
      method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify(fields), signal, credentials: "same-origin",
    });
    try { return await response.json(); } catch (_) { return { mistake: "the server did not answer." }; }
  }
  function told(said) {
    if (said.mistake) return said.mistake + (said.picture ? "\n" + said.picture : "");
    if (said.undecided) return "UNDECIDED: " + said.undecided;
    if (said.stopped) return "Stopped.";
    return said.error || "";
  }
  /* Begin a task, show how long it takes, and return what was said in the end. */
  async function run(task, fields, status, stop) {
    status.classList.remove("wrong");
    status.textContent = "…";
    let begun;
    try { begun = await send("/api/" + task, fields); } catch (_) { begun = { error: "The server does not answer." }; }
    if (!begun.job) { say(status, begun); return null; }
    const address = "/api/jobs/" + encodeURIComponent(begun.job);
    stop.disabled = false;
    stop.onclick = () => { send(address + "/stop", {}); };
    try {
      for (;;) {
        const response = await fetch(address + "?now", { credentials: "same-origin" });
        if (response.status === 429) { await new Promise((go) => setTimeout(go, 1000)); continue; }
        const said = await response.json();
        if (said.state === "running") {
          const far = said.progress ? ", " + said.progress.done.toLocaleString("en") + " of " + said.progress.total.toLocaleString("en") : "";
          status.textContent = said.seconds.toFixed(1) + " s" + far;
          continue;
        }
        if (said.result) { status.textContent = ""; return { ...said.result, address }; }
        say(status, said);
        return null;
      }
    } catch (_) {
      say(status, { error: "The server does not answer." });
      return null;
    } finally { stop.disabled = true; }
  }
  function say(status, said) {
    status.textContent = told(said);
    status.classList.toggle("wrong", Boolean(said.mistake || said.error));
  }
  function offer(place, text, name, kind) {
    place.replaceChildren();
    if (!text) return;
    const link = document.createElement("a");
    link.className = "button";
    link.href = URL.createObjectURL(new Blob([text], { type: kind }));
    link.download = name;
    link.textContent = "Download " + name;
    place.append(link);
  }
  /* Return a picture of ours that came as text; nothing in it can act, by the policy of the page. */
  function picture(text) {
    const svg = new DOMParser().parseFromString(text, "text/html").querySelector("svg");
    return svg && document.importNode(svg, true);
  }
  return { send, run, told, say, offer, picture };
})();
