/** Resolves when the time has passed, or at once when the signal is aborted. */
export function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
  });
}
