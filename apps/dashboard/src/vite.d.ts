/** The address of a worker's script. */
declare module '*?worker&url' {
  const url: string;
  export default url;
}
