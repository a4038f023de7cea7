/* A page that is opened from a file may start no worker: then the search runs in a hidden frame. */
if (location.protocol === "file:")
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.appendChild(frame)
      this.frame = frame
      const inside = frame.contentDocument
      inside.open()
      inside.write("<!doctype html><body></body>")
      inside.close()
      const scope = frame.contentWindow
      scope.postMessage = (data) => this.received(data)
      scope.importScripts = (...names) =>
        names.reduce((before, name) => before.then(() => this.loaded(name)), Promise.resolve())
      this.ready = this.loaded(url)
    }
    received(data) {
      const copy = new MessageEvent("message", { data })
      this.dispatchEvent(copy)
      if (this.onmessage) this.onmessage(copy)
    }
    loaded(url) {
      return new Promise((resolve, reject) => {
        const script = this.frame.contentDocument.createElement("script")
        script.src = url
        script.onload = resolve
        script.onerror = reject
        this.frame.contentDocument.body.appendChild(script)
      })
    }
    postMessage(data) {
      this.ready.then(() =>
        this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })),
      )
    }
    terminate() {
      this.frame.remove()
    }
  }
