import type { Socket } from 'node:net';

/** The client closed the connection before it got its answer. */
export class HungUp extends Error {}

const signals = new WeakMap<Socket, AbortSignal>();

/** Aborted with a HungUp when the connection ends. */
export function hangUpOf(socket: Socket): AbortSignal {
  const known = signals.get(socket);
  if (known) return known;
  const controller = new AbortController();
  const abort = () => controller.abort(new HungUp());
  if (socket.destroyed) abort();
  else socket.once('close', abort);
  signals.set(socket, controller.signal);
  return controller.signal;
}
