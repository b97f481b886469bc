/** Phones and tablets have better pickers of their own than a row of segments. */
export const isTouch = matchMedia('(hover: none) and (pointer: coarse)').matches;
