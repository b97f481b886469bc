import { redirect } from 'next/navigation';
import { beginSignIn } from '../../../../quire/sign-in.ts';
import { localeOf } from '../../../locale.ts';
import { openSession } from '../../../session.ts';

export async function GET(_: Request, { params }: RouteContext<'/[locale]/sign-in'>) {
  const { address, begun } = await beginSignIn(await localeOf(params));
  const session = await openSession();
  session.begun = begun;
  await session.save();
  redirect(address);
}
