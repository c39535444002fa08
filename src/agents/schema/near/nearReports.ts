// What an agent reports about its session, in shapes near to those of ACP: usage, its title.
import { textsIn } from '../contentSchema.ts';
import { fieldsOf, firstOf, protocolFields } from './nearFields.ts';

/** `usage_update`, whose numbers may stand in an object. A cost without a unit is an amount. */
export function nearUsage(update: unknown): unknown {
  const read = protocolFields(update);
  if (read === undefined) return update;
  const fields = { ...read, ...protocolFields(read['usage']) };
  const dollars = firstOf(fields, ['totalCostUsd', 'costUsd', 'costUSD']);
  const cost = firstOf(fields, ['cost', 'totalCost']);
  return {
    used: firstOf(fields, ['used', 'usedTokens', 'tokensUsed', 'contextTokens']),
    size: firstOf(fields, ['size', 'maxTokens', 'contextWindow', 'contextSize', 'contextWindowSize']),
    cost: cost === undefined && dollars !== undefined ? { amount: dollars, currency: 'USD' } : nearCost(cost),
  };
}

function nearCost(cost: unknown): unknown {
  if (typeof cost === 'number') return { amount: cost, currency: '' };
  const [, dollar, amount] =
    typeof cost === 'string' ? (/^(\$?)\s*(\d+(?:\.\d+)?)$/.exec(cost.trim()) ?? []) : [];
  return amount === undefined ? cost : { amount, currency: dollar === '$' ? 'USD' : '' };
}

/** `session_info_update`, whose fields may stand in an object. Null is what ACP has for cleared. */
export function nearSessionInfo(update: unknown): unknown {
  const read = protocolFields(update);
  if (read === undefined) return update;
  const held = protocolFields(firstOf(read, ['sessionInfo', 'info', 'session']));
  const fields = { ...read, ...held };
  const [name] = ['title', 'sessionTitle', 'name'].filter((each) => fields[each] !== undefined);
  const title = name === undefined ? undefined : fields[name];
  return {
    title: fieldsOf(title) === undefined ? title : textsIn(title) || undefined,
    updatedAt: fields['updatedAt'],
    _meta: read['_meta'] ?? held?.['_meta'] ?? fields['_meta'],
  };
}
