const kinds = ['operation', 'root', 'clock', 'restored'];
const retryMs = 2000;

/**
 * Follows what happens in the deployment, and connects again when the connection is lost.
 *
 * @param {object} listeners
 * @param {() => void} listeners.onOpen
 * @param {(isRejected: boolean) => void} listeners.onLost rejected: there was an answer, but not of events
 * @param {(kind: string, data: any) => void} listeners.onEvent
 */
export function followEvents({ onOpen, onLost, onEvent }) {
  const source = new EventSource('events');
  source.onopen = onOpen;
  for (const kind of kinds) source.addEventListener(kind, ({ data }) => onEvent(kind, JSON.parse(data)));
  source.onerror = () => {
    // A browser tries again by itself, unless it was rejected.
    const isRejected = source.readyState === EventSource.CLOSED;
    if (isRejected) setTimeout(() => followEvents({ onOpen, onLost, onEvent }), retryMs);
    onLost(isRejected);
  };
}
