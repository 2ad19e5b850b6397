#!/usr/bin/env node
import { argv } from 'node:process';
import { endProcess, endWithReader, processIo } from './replay/process-io.ts';
import { endsProcess, gait } from './gait/main.ts';

endWithReader();
const code = await gait(argv.slice(2), processIo);
if (endsProcess(argv[2])) endProcess(code);
else process.exitCode = code;
