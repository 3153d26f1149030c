import type { Variation } from './variation.js';

type Reorder = <T>(items: readonly T[]) => T[];

/** Other orders of the members of the request, of its call and of its assets. */
export const otherKeyOrders: Variation = ({ request }) =>
  orders.map((order) => () => reordered(request, order) as typeof request);

const orders: readonly Reorder[] = [
  (items) => [...items].reverse(),
  (items) => [...items.slice(1), ...items.slice(0, 1)],
  (items) => [...items.slice(-1), ...items.slice(0, -1)],
];

function reordered(value: unknown, order: Reorder): unknown {
  if (Array.isArray(value)) return value.map((item) => reordered(item, order));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    order(Object.entries(value)).map(([name, member]) => [name, reordered(member, order)]),
  );
}
