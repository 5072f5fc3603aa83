// The walls between the rooms, as docs/architecture.md draws them. `npm run walls` judges by this file.
const rooms = 'contracts|protocol|sdk|node|web|cli'
const tests = '[.]test[.]tsx?$|^[^/]+/test/|/testing/'

/** `room` may import only the rooms named; every other room is closed to it, tests included. */
const opens = (room, others) => ({
  name: `${room}-imports-downhill`,
  comment: `${room} may import ${others.length > 0 ? others.join(', ') : 'no other room'}.`,
  severity: 'error',
  from: { path: `^${room}/` },
  to: {
    path: `^(${rooms
      .split('|')
      .filter((other) => other !== room && !others.includes(other))
      .join('|')})/`,
  },
})

/** Packages that only some places may know. */
const keeps = (name, comment, packages, places) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^(${rooms})/`, pathNot: [`^(${places.join('|')})`, tests] },
  to: { path: `(^|/)node_modules/(${packages.join('|')})/` },
})

module.exports = {
  forbidden: [
    opens('contracts', []),
    opens('protocol', ['contracts']),
    opens('sdk', ['contracts', 'protocol']),
    opens('web', ['protocol', 'sdk']),
    opens('node', ['contracts', 'protocol', 'sdk']),
    opens('cli', ['contracts', 'protocol', 'sdk', 'node']),
    {
      name: 'node-knows-of-the-sdk-only-its-http',
      comment:
        "A server calls other servers through sdk/http, and only its exchange does; it prepares users' transactions, and reads what their keys sign, by sdk/preparing.",
      severity: 'error',
      from: { path: '^node/', pathNot: ['^node/src/(exchange|api/preparing|api/workflows)/', tests] },
      to: { path: '^sdk/' },
    },
    {
      name: 'preparing-uses-sdk-preparing-alone',
      comment: 'What a server prepares is made by the SDK: sdk/src/preparing.ts, by its own export.',
      severity: 'error',
      from: { path: '^node/src/api/(preparing|workflows)/', pathNot: tests },
      to: { path: '^sdk/', pathNot: '^sdk/src/preparing[.]ts$' },
    },
    {
      name: 'exchange-uses-sdk-http-alone',
      comment: 'The exchange needs only the call of the SDK: sdk/src/http.ts, by its own export.',
      severity: 'error',
      from: { path: '^node/src/exchange/', pathNot: tests },
      to: { path: '^sdk/', pathNot: '^sdk/src/http[.]ts$' },
    },
    {
      name: 'packages-are-entered-by-their-exports',
      comment: 'Another package is imported by its name, never by a path into it.',
      severity: 'error',
      from: { path: `^(${rooms})/` },
      to: {
        path: `^(?!$1/)(${rooms})/`,
        dependencyTypes: ['local'],
        dependencyTypesNot: ['aliased-workspace'],
      },
    },
    {
      name: 'nobody-looks-at-the-outside',
      comment: 'ledgers, rehearsal, e2e, bench and tools look into the rooms; no room looks back.',
      severity: 'error',
      from: { path: `^(${rooms}|testkit)/` },
      to: { path: '^(ledgers|rehearsal|e2e|bench|tools)/' },
    },
    {
      name: 'only-tests-use-the-testkit',
      comment: 'testkit has what tests, end-to-end tests and benchmarks share; no product code imports it.',
      severity: 'error',
      from: { path: `^(${rooms})/`, pathNot: tests },
      to: { path: '^testkit/' },
    },
    {
      name: 'nobody-imports-a-test',
      severity: 'error',
      from: {},
      to: { path: '[.](test|spec)[.]tsx?$' },
    },
    {
      name: 'features-are-strangers',
      comment: 'Features do not know each other; the routes in web/src/app compose them.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'features-know-no-app',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'session-knows-no-screen',
      comment: 'web/src/session starts and ends sessions; web/src/app hands it the screens to load.',
      severity: 'error',
      from: { path: '^web/src/session/' },
      to: { path: '^web/src/(app|features|shared|ui)/' },
    },
    {
      name: 'shared-knows-no-feature',
      comment: 'web/src/shared has the dialogs that sign and the forms of deals; features use it.',
      severity: 'error',
      from: { path: '^web/src/shared/' },
      to: { path: '^web/src/(app|features|session)/' },
    },
    {
      name: 'ui-knows-no-feature',
      comment: 'web/src/ui knows no feature, and no dialog that several features share.',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^web/src/(app|features|session|shared)/' },
    },
    {
      name: 'the-floor-of-web-knows-nothing-above',
      severity: 'error',
      from: { path: '^web/src/(lib|theme|messages)/' },
      to: { path: '^web/src/(app|features|session|shared|ui)/' },
    },
    {
      name: 'no-folder-circles-in-web',
      severity: 'error',
      scope: 'folder',
      from: { path: '^web/src/' },
      to: { path: '^web/src/', circular: true },
    },
    {
      name: 'storage-is-the-floor',
      comment: 'Every part of the server calls storage; storage calls none of them.',
      severity: 'error',
      from: { path: '^node/src/storage/', pathNot: tests },
      to: { path: '^node/src/', pathNot: '^node/src/(storage|ledger)/' },
    },
    {
      name: 'node-api-indexer-exchange-are-strangers',
      comment: 'The parts of a server do not know each other; startNode composes them.',
      severity: 'error',
      from: { path: '^node/src/(api|indexer|exchange)/', pathNot: tests },
      to: { path: '^node/src/(api|indexer|exchange)/', pathNot: '^node/src/($1|exchange/incoming)/' },
    },
    {
      name: 'only-the-api-takes-in',
      comment:
        'The incoming half of the exchange is what API calls hand over; it knows neither the API nor the outgoing half.',
      severity: 'error',
      from: { path: '^node/src/', pathNot: ['^node/src/(api|exchange/incoming)/', tests] },
      to: { path: '^node/src/exchange/incoming/' },
    },
    {
      name: 'the-halves-of-the-exchange-are-strangers',
      severity: 'error',
      from: { path: '^node/src/exchange/(incoming|outgoing)/', pathNot: tests },
      to: { path: '^node/src/exchange/', pathNot: '^node/src/exchange/$1/' },
    },
    {
      name: 'common-is-below-the-parts',
      comment: 'node/src/common may import storage and ledger, and nothing above.',
      severity: 'error',
      from: { path: '^node/src/common/', pathNot: tests },
      to: { path: '^node/src/', pathNot: '^node/src/(common|storage|ledger)/' },
    },
    keeps(
      'only-storage-speaks-sql',
      'SQL stays in node/src/storage.',
      ['kysely', 'pg', '@electric-sql/pglite'],
      ['node/src/storage/'],
    ),
    keeps(
      'only-the-ledger-side-knows-viem',
      'viem stays where the ledger is spoken to.',
      ['viem'],
      ['contracts/', 'sdk/src/ledger/', 'node/src/ledger/', 'node/src/indexer/', 'cli/src/(ledger|sandbox)/'],
    ),
    keeps(
      'only-the-api-knows-fastify',
      'HTTP stays in node/src/api, and with what composes it.',
      ['fastify', '@fastify'],
      ['node/src/api/', 'node/src/common/logger[.]ts$', 'node/src/[^/]+$'],
    ),
    keeps(
      'only-web-knows-react',
      'React stays in web.',
      ['react', 'react-dom', '@tanstack', '@base-ui'],
      ['web/'],
    ),
    {
      name: 'no-node-in-the-browser',
      comment: 'What reaches a browser uses no module of Node.',
      severity: 'error',
      from: { path: '^((protocol|sdk|web)/src|contracts/(src|generated))/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-circles',
      comment: 'Not even of types.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      // A peer of the benchmarks is written for its own builder, and installed only where it is measured.
      from: { pathNot: '^bench/ponder/' },
      to: { couldNotResolve: true, pathNot: '[?](worker|url|raw|inline)' },
    },
    {
      name: 'declared-where-it-is-used',
      comment: "A package is listed in the room's own package.json.",
      severity: 'error',
      from: { path: `^(${rooms})/` },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-test-tools-at-run-time',
      severity: 'error',
      from: { path: `^(${rooms})/src/`, pathNot: tests },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^([^/]+/([.]types|dist|out|cache)|tools/site/[.](built|vitepress))/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
