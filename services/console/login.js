import { say } from "./door.js";

const form = document.getElementById("door");
const why = document.getElementById("why");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  why.textContent = "";
  try {
    await say("/login", { name: form.elements.name.value, password: form.elements.password.value });
    const next = new URLSearchParams(location.search).get("next") || "/";
    location.assign(/^\/(?!\/)/.test(next) ? next : "/");
  } catch (refused) {
    why.textContent = refused.message;
    form.elements.password.select();
  }
});
