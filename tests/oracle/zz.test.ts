import { test } from "vitest";
import fc from "fast-check";
import { helms } from "../support/helm.ts";
import { readByHelm } from "./read-by-helm.ts";
import { parseDocument } from "../../src/yaml/document.ts";
const bits=["a","b","key","- ",": ",":"," ","  ","\n","\n","\n  ","\n    ","\n- ","\n  - ","'",'"',"{","}","[","]",",","# c"," # c","|","|-",">","\t","?","? ","&x ","*x","<<: *x","~","yes","1","\\","\\n","!","!!str ","%","@","`","=","''",'\\"',"\n\n","a: ","b: ","a: 1","- a: 1","  b: 2","|\n","x: {a: 1}","é","---","..."];
test("dup", ()=>{ for(const t of ["a: 1\nb: 2\na: 3\n","a:\n  b: 1\n  c: {d: 1}\n  b: {x: 2}\n","a: {b: 1, 'b': 2}\n"]){const r:any=parseDocument(t); console.log(JSON.stringify(t), JSON.stringify(r.faults), JSON.stringify(t.slice(r.faults[0].offset)));}});
test("fuzz", async () => {
  const seed=Number(process.env["SEED"]??1);
  const base="apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\n  labels: {a: b, 'c': \"d\"}\ndata:\n  one: |\n    text\n      more\n\n    end\n  two: >-\n    folded\n    text\n  three: 'it''s\n    long'\n  list:\n  - a: 1 # c\n    b: [x, y]\n  # comment\n  - \"q\\n\"\n  - plain text\n    going on\n  last: &k {z: 1}\n  use: *k\n";
  const mut=fc.array(fc.record({at:fc.nat(base.length),del:fc.nat(3),ins:fc.constantFrom(...bits)}),{minLength:1,maxLength:2}).map(ms=>{let t=base; for(const m of ms.sort((a,b)=>b.at-a.at)) t=t.slice(0,m.at)+m.ins+t.slice(m.at+m.del); return t;});
  const docs=fc.sample(process.env["MUT"]?mut:fc.array(fc.constantFrom(...bits),{minLength:2,maxLength:14}).map(x=>"a: "+x.join("")+"\n"),{seed,numRuns:Number(process.env["N"]??4000)});
  const r=await readByHelm(helms()[0]!, docs);
  const cat=new Map<string,string[]>();
  docs.forEach((t,i)=>{ const ours:any=parseDocument(t); const x:any=r[i];
    let k="";
    if(x===undefined) k="UNDEF";
    else if("error" in x && !ours.ok) return;
    else if("error" in x) { if(typeof ours.document.data!=="object") return; k="ACCEPT-ONLY-OURS "+x.error.slice(29,100).replace(/line \d+/,"line");}
    else if(!ours.ok) k="REFUSE-ONLY-OURS "+ours.fault.message;
    else { let s; try{s=JSON.stringify(ours.document.data)}catch{ s="CYCLE"}; const sort=(v:any):any=>Array.isArray(v)?v.map(sort):v&&typeof v=="object"?Object.fromEntries(Object.keys(v).sort().map(k=>[k,sort(v[k])])):v; if(s!=="CYCLE")s=JSON.stringify(sort(JSON.parse(s??"{}"))); const h=JSON.stringify(sort(x.data)); if(s===h) return; k="DIFFERENT"; t=t+" OURS "+s+" HELM "+h;}
    (cat.get(k)??cat.set(k,[]).get(k)!).push(t);
  });
  for(const [k,v] of [...cat].sort((a,b)=>b[1].length-a[1].length)) { console.log(k,v.length); for(const t of v.sort((a,b)=>a.length-b.length).slice(0,6)) console.log("    ",JSON.stringify(t)); }
});
