#!/usr/bin/env node
import { argv } from 'node:process';
import { endWithReader, processIo } from './replay/process-io.ts';
import { gait } from './gait/main.ts';

endWithReader();
process.exitCode = await gait(argv.slice(2), processIo);
