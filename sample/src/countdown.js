/** 125 → "2:05" */
export function formatSeconds(seconds) {
  return Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
}

/** Calls onTick once a second with what is left, and resolves at zero. */
export function countdown(seconds, onTick) {
  return new Promise((resolve) => {
    let left = seconds;
    const timer = setInterval(() => {
      left -= 1;
      onTick(formatSeconds(left));
      if (left <= 0) {
        clearInterval(timer);
        resolve();
      }
    }, 1000);
  });
}
