export declare const corpus: string;
export declare function listManifests(words?: readonly string[]): Promise<string[]>;
export declare function filesOf(manifest: string): string[];
export declare function nameOf(manifest: string): string;
