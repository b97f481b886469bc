import { revalidatePath } from 'next/cache';
import { isFromQuire } from '../../../../quire/webhook.ts';

export async function POST(request: Request) {
  if (!(await isFromQuire(request))) return new Response(null, { status: 401 });
  revalidatePath('/', 'layout');
  return new Response(null, { status: 204 });
}
