// The teas we know: brewing time in seconds and water temperature in °C.
export const teas = {
  green: { seconds: 120, celsius: 75 },
  black: { seconds: 240, celsius: 95 },
  oolong: { seconds: 180, celsius: 90 },
  mint: { seconds: 420, celsius: 100 },
};
