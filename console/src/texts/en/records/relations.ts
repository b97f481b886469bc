export const relations = {
  title: 'Relations',
  incoming: 'What refers to it',
  outgoing: 'What it refers to',
  none: 'It refers to nothing yet',
  more: (count: number) => `${count} more`,
};
