import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { LANGUAGES, type Language } from '../../messages/languages.ts';

/** The language of a request's answers: the one that Accept-Language prefers, or the server's own. */
export function languageOf(headers: IncomingHttpHeaders, own: Language): Language {
  if (headers['accept-language'] === undefined) return own;
  // Without a preference among them, the first is taken.
  const spoken = [own, ...LANGUAGES.filter((language) => language !== own)];
  const preferred = new Negotiator({ headers }).language(spoken);
  return spoken.find((language) => language === preferred) ?? own;
}

/** Marks the answer as varying by Accept-Language, so that caches keep the languages apart. */
export function variesByLanguage(reply: FastifyReply): void {
  varyBy(reply, 'Accept-Language');
}

/** Adds a request header to the answer's Vary header. */
export function varyBy(reply: FastifyReply, header: string): void {
  const already = reply.getHeader('vary');
  reply.header('vary', already === undefined ? header : `${already}, ${header}`);
}
