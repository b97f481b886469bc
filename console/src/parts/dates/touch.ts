/** Touch devices use their native pickers. */
export const isTouch = matchMedia('(hover: none) and (pointer: coarse)').matches;
