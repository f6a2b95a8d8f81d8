// Keeps the score of a quiz. Questions, options and reasons are in the page itself.

/** @param {HTMLFormElement} form */
export function wakeQuiz(form) {
  if ("awake" in form.dataset) return;
  form.dataset.awake = "";
  form.addEventListener("change", (event) => choose(form, /** @type {Element} */ (event.target)));
  form.addEventListener("reset", () => {
    for (const option of form.querySelectorAll(".quiz__option")) close(option);
    // The boxes are still ticked while this event runs.
    setTimeout(() => {
      form.classList.remove("quiz--begun");
      showScore(form, "");
      form.querySelector("input")?.focus();
    });
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  // What was chosen before this script came, or kept by the browser.
  for (const input of form.querySelectorAll("input:checked")) choose(form, input);
}

/**
 * @param {HTMLFormElement} form
 * @param {Element} input
 */
function choose(form, input) {
  const option = /** @type {Element} */ (input.closest(".quiz__option"));
  for (const other of option.parentElement?.children ?? []) close(other);
  option.classList.add("quiz__option--chosen");
  option.closest("form")?.classList.add("quiz--begun");
  const reason = /** @type {HTMLDetailsElement} */ (option.querySelector("details"));
  reason.open = true;
  showScore(form, [...reason.querySelectorAll("p")].map((p) => p.textContent).join(" "));
}

/** @param {Element} option */
function close(option) {
  option.classList.remove("quiz__option--chosen");
  option.querySelector("details")?.removeAttribute("open");
}

/**
 * @param {HTMLFormElement} form
 * @param {string} reason what a screen reader says before the score
 */
function showScore(form, reason) {
  const right = String(form.querySelectorAll("[data-right] input:checked").length);
  const count = /** @type {HTMLElement} */ (form.querySelector(".quiz__right"));
  count.dataset.value = count.textContent = right;
  const said = /** @type {HTMLElement} */ (form.querySelector(".quiz__said"));
  said.textContent = reason;
}
