import { Type } from '../../../contract/json-schema.ts';
import { idOrNobody, linPage } from '../../http/index.ts';
import { ACCESS_SUBJECTS, WEBHOOK_EVENTS } from './access-events.ts';
import { DELIVERY_STATES } from './delivery.collection.ts';
import { message } from './messages/message.ts';
import { WEBHOOK_STATES } from './webhook.collection.ts';

const noOthers = { additionalProperties: false } as const;
const events = Type.Nullable(
  Type.Array(Type.String({ enum: WEBHOOK_EVENTS }), {
    minItems: 1,
    uniqueItems: true,
    about: message('webhookEvents'),
  }),
);
const collections = Type.Nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
    maxItems: 500,
    uniqueItems: true,
    olderName: 'records',
    about: message('webhookCollections'),
  }),
);
const filter = Type.Nullable(
  Type.Object({}, { additionalProperties: true, about: message('webhookFilter') }),
);
const access = Type.Nullable(
  Type.Array(Type.String({ enum: ACCESS_SUBJECTS }), {
    minItems: 1,
    uniqueItems: true,
    about: message('webhookAccess'),
  }),
);
const name = Type.String({ minLength: 1, maxLength: 60 });
const url = Type.String({ minLength: 1, maxLength: 2000, about: message('webhookUrl') });
const state = Type.String({ enum: WEBHOOK_STATES, about: message('webhookState') });

export const newWebhook = Type.Object(
  {
    name,
    url,
    events: Type.Optional(events),
    collections: Type.Optional(collections),
    filter: Type.Optional(filter),
    access: Type.Optional(access),
  },
  noOthers,
);

export const changedWebhook = Type.Object(
  {
    name: Type.Optional(name),
    url: Type.Optional(url),
    events: Type.Optional(events),
    collections: Type.Optional(collections),
    filter: Type.Optional(filter),
    access: Type.Optional(access),
    state: Type.Optional(state),
  },
  noOthers,
);

export const overlap = Type.Object(
  {
    overlap: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_592_000, about: message('secretOverlap') })),
  },
  noOthers,
);

export const secret = { secret: Type.String({ about: message('webhookSecret') }) };

const time = Type.Nullable(Type.Integer());

export const webhookRecord = Type.Object({
  id: Type.Id(),
  name: Type.String(),
  url: Type.String(),
  events,
  collections,
  filter,
  access,
  state,
  problem: Type.Nullable(Type.String()),
  failing_since: time,
  create_user_id: idOrNobody,
  create_time: Type.Integer(),
});
export const webhookPage = linPage(webhookRecord);

export const deliveryPage = linPage(
  Type.Object({
    id: Type.Id(),
    message_id: Type.String(),
    type: Type.String(),
    collection: Type.Nullable(Type.String({ olderName: 'record' })),
    record_id: Type.Nullable(Type.Id({ olderName: 'row_id' })),
    body: Type.String({ about: message('deliveryBody') }),
    state: Type.String({ enum: DELIVERY_STATES }),
    tries: Type.Integer(),
    status: Type.Nullable(Type.Integer()),
    answer: Type.Nullable(Type.String({ about: message('deliveryAnswer') })),
    problem: Type.Nullable(Type.String()),
    took_ms: Type.Nullable(Type.Integer()),
    create_time: Type.Integer(),
    end_time: time,
  }),
);
