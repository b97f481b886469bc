import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { settings } from './settings.ts';

/** Whether Quire signed this message. It says that something was published; pages are then made anew from the API. */
export async function isFromQuire(request: Request): Promise<boolean> {
  try {
    new Webhook(settings.webhookSecret).verify(await request.text(), Object.fromEntries(request.headers));
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}
