// What other features may use of this one.
export { orphanSweep } from './orphan-sweep.ts';
export { findMentionable, findUnmentionable, shownPeople } from './people.ts';
export { person } from './schemas.ts';
export { type CommentSubject, formerNames, getPlace, storedCollection } from './subject.ts';
export { mayChange } from './threads.ts';
export { rightsIn } from './write-comments.ts';
