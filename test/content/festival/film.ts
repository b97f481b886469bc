import { defineCollection, everyone, login, reference, referredBy, text } from 'quire-cms';

/** What others refer to, with the ways back: to records for all, for their makers, for some, and through a closed field. */
export default defineCollection({
  name: 'film',
  label: 'Film',
  path: '/v1/film',
  audit: 'full',
  fields: {
    title: text({ max: 40, required: true, searchable: true }),
    studio: reference('studio'),
  },
  waysBack: {
    screenings: referredBy('screening.film', { sort: '-room,starts_at', limit: 3 }),
    notes: referredBy('note.film'),
    contracts: referredBy('contract.film'),
    reviews: referredBy('review.film'),
    sealed: referredBy('note.closed_film'),
  },
  access: { read: everyone, create: login, update: login, delete: login },
});
