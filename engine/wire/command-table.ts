import { COMMAND_INDEX_LIMIT, commandFromIndex } from '../../components/motion-command.ts';

/**
 * The command of every wire index below its length, 0 where there is none: for decoders that read many, because a style
 * that a function answers would go to the heap.
 */
export const commandTable = Uint32Array.from({ length: COMMAND_INDEX_LIMIT }, (_, index) => commandFromIndex(index));
