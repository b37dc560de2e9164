// The page that is shown while the connection is lost, or the server without its database, looks by itself
// whether all is back.

const PAUSE = 4000; // ms

async function look() {
  try {
    if (!(await fetch("/readyz", { cache: "no-store" })).ok) return;
    if (location.pathname === "/offline") location.replace("/");
    else location.reload();
  } catch {
    // still gone
  }
}

setInterval(look, PAUSE);
addEventListener("online", look);
