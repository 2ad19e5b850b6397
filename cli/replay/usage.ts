export const USAGE = `usage: npx gait replay [options] FILE...      in a project that has the package
       npm run replay -- [options] FILE...    in the repository

Prints what was in captures: pcap and pcapng files of UDP traffic, or recordings of our own. The messages are played
through a client's world, which says what became of them; bodies of which no place was told stand on marked spots.
Log-in data is neither read nor shown nor written. A FILE may have 2 GiB.

  --trace FILE|DIR     also writes what every body did, step by step, as JSON: to FILE (its name ends in .json), or to
                       NAME.json in DIR (one that is there, or a new one, DIR/)
  --to FILE|DIR        also writes the capture as a recording of ours: to FILE (its name ends in .gaitcap), or to
                       NAME.gaitcap in DIR
                       Folders that are not there are made, and named in what is printed.
  --from SECONDS       only what is from this time on, in the lists, the trace and the written recording
  --until SECONDS      only what is before this time
  --connection N       the connection whose client's world is played; default: the one over which most came
  --server-port PORT   the server's UDP port; may be given several times. Default: the end with a port from 9000 to 9099,
                       else what the messages say
  --tables DIR         motion tables to play with: all .json files of a folder, the first by name being everyone's;
                       default: the human that comes with the package
  --json               prints one JSON object (of several files: a list) instead of text; of a file that cannot be read
                       { file, error }
  --quiet              prints nothing but errors (and, with --json, the JSON)
  --help               prints this

Exit code: 0 all was read; 1 a file is damaged, cut short, ends before --from, or cannot be read or written; 2 wrong
usage.
`;

/** Wrong usage; the message says how. */
export class UsageError extends Error {}

/** Something in the world outside that does not work; the message names it. */
export class FileError extends Error {}
