import { defineGroup, defineServiceUser } from 'quire-cms';

export const editors = defineGroup({
  name: 'editors',
  info: 'Keep the programme',
  permissions: ['film.edit'],
});

export const curators = defineGroup({
  name: 'curators',
  permissions: ['film.edit', 'genre.edit'],
  inStep: true,
});

export const ticketing = defineServiceUser({ username: 'ticketing', groups: ['editors'], inStep: true });
