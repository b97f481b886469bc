import { redirect } from 'next/navigation';
import { endSignIn } from '../../../quire/sign-in.ts';
import { openSession } from '../../session.ts';

export async function GET(request: Request) {
  const session = await openSession();
  const { begun } = session;
  const visitor = begun && (await endSignIn(new URL(request.url).search, begun));
  session.begun = undefined;
  session.visitor = visitor;
  await session.save();
  redirect(`/${begun?.locale ?? 'en'}/letters${visitor ? '' : '?failed'}`);
}
