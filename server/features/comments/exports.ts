// What other features may use of this one.
export { orphanSweep } from './orphan-sweep.ts';
export { findUnmentionable, shownPeople } from './people.ts';
export { person } from './schemas.ts';
export { makeSearchPeople } from './search-people.ts';
export { type CommentSubject, formerNames, getPlace, storedCollection } from './subject.ts';
export { mayChange } from './threads.ts';
export { rightsIn } from './write-comments.ts';
