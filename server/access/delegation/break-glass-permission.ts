/** The permission to become a super administrator for minutes. Super administrators alone give it. */
export const BREAK_GLASS = 'break_glass.use';
