declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css' {}

/** The address of a worker's script, bundled on its own. */
declare module '*?worker&url' {
  const url: string
  export default url
}

interface ImportMeta {
  readonly env: { readonly DEV: boolean }
}
