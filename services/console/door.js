// Everything the pages ask of the server goes through here: who we are, and the word every change carries.

let csrf = "";

export class Refused extends Error {
  constructor(status, why) {
    super(why);
    this.status = status;
  }
}

async function ask(path, options = {}) {
  const answer = await fetch(path, { credentials: "same-origin", ...options }).catch(() => {
    throw new Refused(0, "the server does not answer");
  });
  if (answer.status === 401 && location.pathname !== "/login") {
    location.assign(`/login?next=${encodeURIComponent(location.pathname)}`);
    return new Promise(() => {}); // this page is over
  }
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({}));
    throw new Refused(answer.status, told.detail || `the server answered ${answer.status}`);
  }
  const text = await answer.text();
  return text ? JSON.parse(text) : null;
}

export const read = (path) => ask(path);

export function say(path, told) {
  return ask(path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf-token": csrf },
    body: told === undefined ? undefined : JSON.stringify(told),
  });
}

export async function comeIn() {
  for (;;) {
    try {
      csrf = (await read("/session")).csrf;
      break;
    } catch {
      document.getElementById("line").textContent = "no connection, trying again";
      await new Promise((later) => setTimeout(later, 2000));
    }
  }
  document.getElementById("leave")?.addEventListener("click", async () => {
    await say("/logout");
    location.assign("/login");
  });
}

// One stream for everything that is new; the browser reconnects by itself, and `onOpen` then reads what was missed.
export function listen(handlers, onOpen) {
  const line = document.getElementById("line");
  const stream = new EventSource("/events");
  stream.addEventListener("hello", () => {
    line.textContent = "live";
    line.dataset.state = "live";
    onOpen().catch(lost);
  });
  function lost() {
    line.textContent = "connection lost, trying again";
    line.dataset.state = "lost";
  }
  stream.onerror = lost;
  for (const [kind, handle] of Object.entries(handlers)) {
    stream.addEventListener(kind, (message) => handle(JSON.parse(message.data)));
  }
  window.addEventListener("pagehide", () => stream.close());
}
