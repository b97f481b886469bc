import settings from '../settings.ts';

/** Where the carrier has the parcel of an order. */
export async function askCarrier(order: bigint): Promise<string> {
  const answer = await fetch(`${settings.CARRIER_URL}/${order}`);
  if (!answer.ok) throw new Error(`the carrier answered ${answer.status}`);
  return answer.text();
}
