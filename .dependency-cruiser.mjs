/**
 * The import rows of the house: components <- engine <- systems <- index.ts <- { npc, server, cli, game }.
 *
 * A type counts as an import here. Each rule is shown to bite by test/house/import-rows.test.ts: a new rule needs a
 * violation among its fixtures.
 */

/** A package of node_modules, wherever that lies. */
const packages = (...names) => `(^|/)node_modules/(${names.join('|')})`;

const ROOMS = 'wire|motion|move-to|position|collision|net';

/** The built library, to which the package's own name leads; seen from the fixtures of the test it lies outside. */
const BUILT = '(^|/)dist/lib/';

export default {
  forbidden: [
    {
      name: 'components-import-only-components',
      comment: 'components/ is what there is: columns and names, no rules, no packages.',
      severity: 'error',
      from: { path: '^components/' },
      to: { pathNot: '^components/' },
    },
    {
      name: 'engine-imports-only-components',
      comment: 'engine/ stands on components/, bitecs, mitt and, for content that comes from outside, valibot.',
      severity: 'error',
      from: { path: '^engine/' },
      to: { pathNot: ['^(engine|components)/', packages('bitecs/', 'mitt/', 'valibot/')] },
    },
    {
      name: 'packets-meet-no-schemas',
      comment: 'valibot checks content and configuration; messages are read by hand.',
      severity: 'error',
      from: { path: '^engine/(wire|net)/' },
      to: { path: packages('valibot/') },
    },
    {
      name: 'engine-math-imports-no-room',
      comment: 'engine/math is at the bottom: it knows no other room and no world.',
      severity: 'error',
      from: { path: '^engine/math/' },
      to: { path: '^engine/', pathNot: '^engine/math/' },
    },
    {
      name: 'engine-rooms-are-siblings',
      comment: 'Rooms of engine/ meet in its root files or through the hub, never directly; all may use math.',
      severity: 'error',
      from: { path: `^engine/(${ROOMS})/` },
      to: { path: '^engine/[^/]+/', pathNot: '^engine/(?:$1|math)/' },
    },
    {
      name: 'engine-rooms-know-no-hub',
      comment: 'A room reaches the hub through the table of functions on the world.',
      severity: 'error',
      from: { path: '^engine/[^/]+/' },
      to: { path: '^engine/physics-object\\.ts$' },
    },
    {
      name: 'systems-import-only-engine-and-components',
      comment: 'systems/ says when: loops over what engine/ does.',
      severity: 'error',
      from: { path: '^systems/', pathNot: '^systems/render/' },
      to: { pathNot: ['^(systems|engine|components)/', packages('bitecs/')] },
    },
    {
      name: 'render-imports-only-simulation-and-babylon',
      comment: 'systems/render/ reads the simulation and draws it with Babylon.js.',
      severity: 'error',
      from: { path: '^systems/render/' },
      to: {
        pathNot: [
          '^(systems|engine|components)/',
          packages('bitecs/', 'valibot/', '@babylonjs/', 'babylonjs-gltf2interface/'),
        ],
      },
    },
    {
      name: 'simulation-reaches-no-render',
      comment: 'The simulation and the package face run where nothing is drawn: ./babylon is an entry of its own.',
      severity: 'error',
      from: { path: '^((index|rapier|wire)\\.ts$|(components|engine|systems)/)', pathNot: '^systems/render/' },
      to: { path: '^systems/render/' },
    },
    {
      name: 'index-imports-only-the-simulation',
      comment: 'index.ts and rapier.ts are the faces of components/, engine/ and systems/; neither loads Rapier.',
      severity: 'error',
      from: { path: '^(index|rapier)\\.ts$' },
      to: { pathNot: ['^(components|engine|systems)/', packages('bitecs/', 'mitt/')] },
    },
    {
      name: 'wire-imports-only-messages',
      comment: 'wire.ts is the face of the messages: bytes, stamps and no world, for servers and proxies.',
      severity: 'error',
      from: { path: '^wire\\.ts$' },
      to: { pathNot: '^engine/(wire/|net/stamps\\.ts$)' },
    },
    {
      name: 'npc-imports-only-index',
      comment:
        'The built-in behaviours are a mod like any other: the face of the package, bitecs, and mitt for events.',
      severity: 'error',
      from: { path: '^npc/' },
      to: { pathNot: ['^(npc/|index\\.ts$)', packages('bitecs/', 'mitt/')] },
    },
    {
      name: 'testing-imports-only-index',
      comment: 'The testing kit runs wherever the package does: its face, and nothing else.',
      severity: 'error',
      from: { path: '^testing/' },
      to: { pathNot: '^(testing/|index\\.ts$)' },
    },
    {
      name: 'nav-imports-only-index',
      comment: 'Navigation is a mod, too: the face of the package, bitecs, mitt for events, and recast-navigation.',
      severity: 'error',
      from: { path: '^nav/' },
      to: { pathNot: ['^(nav/|index\\.ts$)', packages('bitecs/', 'mitt/', '@?recast-navigation/')] },
    },
    {
      name: 'mods-import-only-index-and-npc',
      comment: 'The loader of mods stands on the face of the package and on the behaviours.',
      severity: 'error',
      from: { path: '^mods/' },
      to: { pathNot: ['^((mods|npc)/|index\\.ts$)', packages('bitecs/')] },
    },
    {
      name: 'server-imports-only-index',
      comment: 'The host uses the public API only.',
      severity: 'error',
      from: { path: '^server/' },
      to: { pathNot: ['^(server/|index\\.ts$)', packages('')], dependencyTypesNot: ['core'] },
    },
    {
      name: 'game-imports-only-index-render-and-content',
      comment: 'The demo uses the public API, the drawing and the data.',
      severity: 'error',
      from: { path: '^game/' },
      to: {
        pathNot: ['^((game|content|systems/render)/|((npc|nav|mods)/)?index\\.ts$)', packages('')],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'examples-import-only-the-package',
      comment: 'An example shows what a user of the package can do: it imports it by its name.',
      severity: 'error',
      from: { path: '^examples/' },
      to: {
        // The package's own name leads to what its entries name, built or not.
        pathNot: ['^(examples|content)/', BUILT, '^gait(/|$)', packages('')],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'babylon-only-where-it-is-drawn',
      comment: 'Babylon.js is imported by systems/render/, game/, examples/, bench/ and test/ only.',
      severity: 'error',
      from: { pathNot: '^(systems/render|game|examples|bench|test)/' },
      to: { path: packages('@babylonjs/', 'babylonjs') },
    },
    {
      name: 'node-only-where-node-runs',
      comment:
        'Node modules are imported by server/, cli/, examples/, test/, bench/, the scripts of content/ and the tools only.',
      severity: 'error',
      from: { pathNot: ['^(server|cli|examples|test|bench|content)/', '^[^/]+\\.config\\.ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'nothing-outside-the-repository',
      comment: 'What lies beside the repository is not there for a user of it.',
      severity: 'error',
      from: {},
      to: { path: '^\\.\\./', pathNot: [packages(''), BUILT], couldNotResolve: false },
    },
    {
      name: 'no-cycles',
      comment: 'Imports run one way.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^(dist|coverage|\\.cache|\\.git|test/house/fixtures)/' },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
