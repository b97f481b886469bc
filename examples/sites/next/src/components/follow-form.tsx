'use client';

import { useEffect } from 'react';
import { followForm } from '../../quire/preview.ts';

/** Lets the page around it follow the form in the console. */
export function FollowForm({ origin }: { origin: string }) {
  useEffect(() => followForm(origin), [origin]);
  return null;
}
