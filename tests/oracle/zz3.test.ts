import { test } from "vitest";
import fc from "fast-check";
import { helms } from "../support/helm.ts";
import { readByHelm } from "./read-by-helm.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { printYaml } from "../../src/yaml/print.ts";
import { isDeepStrictEqual } from "node:util";
const bits=["a","y","n","yes","1","0","0o7","e","_",".","~","null","- ","-",": ",":"," ","  ","\n","\n\n","\t","'",'"',"{","}","{{","[","]",",","#"," #","|",">","?","&","*","!","%","@","`","\\","=","<<","é","😀","\u2028","\u0085","\u00a0","\ufeff","\u0000","\u0007","\u007f","---","...","\r","\r\n","\u200b","<no value>","0x1F","12:30","2001-01-01","\ufffd","\ufffe","\u001b"];
const hostile=fc.array(fc.constantFrom(...bits),{maxLength:6}).map(x=>x.join(""));
const value=fc.letrec(tie=>({v:fc.oneof({maxDepth:3},hostile,hostile,fc.integer(),fc.double({noNaN:true,noDefaultInfinity:true}),fc.boolean(),fc.constant(null),fc.array(tie("v"),{maxLength:3}),fc.dictionary(hostile,tie("v"),{maxKeys:3}))})).v;
const norm=(v:any):any=>Array.isArray(v)?v.map(norm):v&&typeof v=="object"?Object.fromEntries(Object.keys(v).sort().map(k=>[k,norm(v[k])])):Object.is(v,-0)?0:v;
test("print", async () => {
  const seed=Number(process.env["SEED"]??1);
  const docs=fc.sample(value,{seed,numRuns:2500}).map(v=>({v:v as any}));
  const texts=docs.map(d=>printYaml(d)+"\n");
  let n=0;
  docs.forEach((d,i)=>{const r:any=parseDocument(texts[i]!); if(!r.ok||!isDeepStrictEqual(norm(r.document.data),norm(d))){ if(n++<12)console.log("OURS",JSON.stringify(d),JSON.stringify(texts[i]),r.ok?JSON.stringify(r.document.data):r.fault);}});
  for(const h of helms()){ let m=0; const rs=await readByHelm(h,texts); rs.forEach((r:any,i)=>{ if(!("data" in r)||!isDeepStrictEqual(norm(r.data),norm(JSON.parse(JSON.stringify(docs[i]))))) if(m++<12) console.log("HELM"+h.major,JSON.stringify(docs[i]),JSON.stringify(texts[i]),JSON.stringify(r)); }); console.log(h.major,m,n); }
});
