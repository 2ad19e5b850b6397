/** A network that does nothing wrong. */
export const GOOD_NETWORK = { latency: 0, jitter: 0, loss: 0, reorder: 0, duplicate: 0 };

/** 200 ms late, one datagram of twenty lost, one of ten overtaken by later ones. */
export const BAD_NETWORK = {
  latency: 0.2,
  jitter: 0.03,
  loss: 0.05,
  reorder: 0.1,
  reorderDelay: 0.12,
  duplicate: 0.01,
};
