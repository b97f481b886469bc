const CONTROLS = 'input, textarea, select, [contenteditable=true], button:not(.button-quiet)';
/** How long a control may take to load. */
const PATIENCE_MS = 5000;
const EACH_MS = 50;

/** Focuses the first control of a new part of a form, once it has loaded, unless the focus has moved on by then. */
export async function focusControl(part: Element): Promise<void> {
  const before = document.activeElement;
  for (let waited = 0; waited < PATIENCE_MS; waited += EACH_MS) {
    if (document.activeElement !== before) return;
    const controls = [...part.querySelectorAll<HTMLElement>(CONTROLS)];
    const control = controls.find((one) => one.tabIndex >= 0 && one.checkVisibility());
    if (control) return control.focus();
    await new Promise((resolve) => setTimeout(resolve, EACH_MS));
  }
}
