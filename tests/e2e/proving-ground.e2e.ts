// What the proving ground promises to the tests on it: Pods, Jobs that run for real, an operator with the rights of its
// service account, and a way back after the API server was lost.

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ProcessResult } from "../support/process.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import { type OperatorStandIn, startOperator } from "../support/proving-ground/operator-stand-in.ts";
import type { ContainerState } from "../support/proving-ground/pod.ts";
import {
  describeWithProvingGround,
  type ProvingGround,
  startProvingGround,
} from "../support/proving-ground/proving-ground.ts";

interface LivePod extends ClusterObject {
  readonly status: {
    readonly phase: string;
    readonly containerStatuses?: readonly { readonly ready: boolean; readonly state: ContainerState }[];
  };
}

const patience = { timeout: 30_000, interval: 100 };

const reader = `
apiVersion: v1
kind: ServiceAccount
metadata: {name: reader}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader}
rules: [{apiGroups: [""], resources: [configmaps], resourceNames: [notes], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{kind: ServiceAccount, name: reader, namespace: default}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: notes}
data:
  motto: wait for the tide
  kustomization.yaml: "configMapGenerator: [{name: from-a-volume, files: [motto]}]"
`;

/** A Job as a chart's hook has it: no shell, no root, nothing to write to but its home. */
function job(name: string, container: string): string {
  return `
apiVersion: batch/v1
kind: Job
metadata: {name: ${name}}
spec:
  backoffLimit: 0
  template:
    spec:
      restartPolicy: Never
      serviceAccountName: reader
      securityContext: {runAsNonRoot: true, runAsUser: 65532, fsGroup: 65532}
      volumes: [{name: home, emptyDir: {}}, {name: notes, configMap: {name: notes, defaultMode: 0400}}]
      containers:
        - name: main
          image: registry.k8s.io/kubectl:v1.34.4
          securityContext: {readOnlyRootFilesystem: true}
          volumeMounts: [{name: home, mountPath: /home}, {name: notes, mountPath: /notes}]
          ${container}
`;
}

function deployment(name: string, podSpec: string): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec: ${podSpec}
`;
}

describeWithProvingGround("a proving ground", () => {
  let ground: ProvingGround;

  beforeAll(async () => {
    ground = await startProvingGround();
    await apply(reader);
  });
  afterAll(async () => {
    await ground?.stop();
  });

  const kubectl = (...args: readonly string[]): Promise<ProcessResult> => ground.kubectl(args);
  const apply = async (manifest: string): Promise<void> => {
    const { status, stderr } = await ground.kubectl(["apply", "-f", "-"], { stdin: manifest });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  };
  const pods = (selector: string): Promise<readonly LivePod[]> =>
    ground.api.list<LivePod>(`/api/v1/namespaces/default/pods?labelSelector=${selector}`);
  const states = async (selector: string): Promise<readonly unknown[]> =>
    (await pods(selector)).map(({ status }) => status.containerStatuses?.[0]?.state);
  /** Runs a Job to its end; its Pod's phase, exit code and log. */
  const runJob = async (name: string, container: string): Promise<object> => {
    await apply(job(name, container));
    const phase = async () => (await pods(`job-name=${name}`))[0]?.status.phase;
    await expect.poll(phase, patience).toMatch(/Succeeded|Failed/);
    const [state] = (await states(`job-name=${name}`)) as readonly ContainerState[];
    const { stdout } = await kubectl("logs", `job/${name}`);
    return {
      phase: await phase(),
      exitCode: state && "terminated" in state ? state.terminated.exitCode : undefined,
      log: stdout.trim(),
    };
  };

  describe("a Job whose container is kubectl", () => {
    test.each([
      {
        job: "reader",
        name: "reads with its service account's rights, and its variables stand in its arguments",
        container: `
          env: [{name: NAME, value: notes}, {name: KEY, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}]
          args: [get, configmap, $(NAME), "-o=jsonpath={.data.motto} in $(KEY) $(NOBODY) $$(NAME)"]`,
        expected: {
          phase: "Succeeded",
          exitCode: 0,
          log: "wait for the tide in default $(NOBODY) $(NAME)",
        },
      },
      {
        job: "refused",
        name: "is refused what its service account may not do, and ends the Pod with its exit code",
        container: "command: [kubectl, delete, configmap, notes]",
        expected: { phase: "Failed", exitCode: 1, log: expect.stringContaining('reader" cannot delete') },
      },
      {
        job: "files",
        name: "finds the files of its volumes",
        container: "args: [kustomize, /notes]",
        expected: {
          phase: "Succeeded",
          exitCode: 0,
          log: expect.stringContaining("motto: wait for the tide"),
        },
      },
      {
        job: "home",
        name: "runs as the Pod's user, and may write where an emptyDir is",
        container: `
          env: [{name: HOME, value: /home}]
          args: [config, set-context, kept]`,
        expected: { phase: "Succeeded", exitCode: 0, log: 'Context "kept" created.' },
      },
      {
        job: "read-only",
        name: "cannot write to a root file system that is read-only",
        container: "args: [config, set-context, kept]",
        expected: { phase: "Failed", exitCode: 1, log: expect.stringContaining("read-only file system") },
      },
      {
        job: "shell",
        name: "has no shell",
        container: 'command: [sh, -c, "exit 0"]',
        expected: { phase: "Failed", exitCode: 127, log: expect.stringContaining("No such file") },
      },
    ])("$name", async ({ job: name, container, expected }) => {
      expect(await runJob(name, container)).toEqual(expected);
    });

    test("ends with its Pod when the Job is deleted while it runs", async () => {
      await apply(job("server", "args: [proxy, --port=0]"));
      await expect.poll(() => states("job-name=server"), patience).toEqual([{ running: expect.anything() }]);
      expect((await kubectl("delete", "job", "server", "--timeout=20s")).status).toBe(0);
      await expect.poll(() => pods("job-name=server"), patience).toEqual([]);
    });

    test("that may not be root and does not say who it is, is not started", async () => {
      await apply(job("nobody", "args: [version]").replace("runAsUser: 65532, ", ""));
      await expect
        .poll(() => states("job-name=nobody"), patience)
        .toEqual([{ waiting: expect.objectContaining({ reason: "CreateContainerConfigError" }) }]);
      await kubectl("delete", "job", "nobody");
    });
  });

  test("a Job of an unknown image succeeds after a moment", async () => {
    await apply(
      job("invented", "").replace("registry.k8s.io/kubectl:v1.34.4", "registry.example.org/invented"),
    );
    expect((await kubectl("wait", "job/invented", "--for=condition=Complete", "--timeout=20s")).status).toBe(
      0,
    );
  });

  test("Pods of Deployments and DaemonSets become ready, and go again", async () => {
    const web = deployment("web", "{containers: [{name: main, image: web}]}");
    await apply(`${web}---${web.replace("kind: Deployment", "kind: DaemonSet").replaceAll("web", "agent")}`);
    expect((await kubectl("rollout", "status", "deployment/web", "--timeout=20s")).status).toBe(0);
    expect((await kubectl("rollout", "status", "daemonset/agent", "--timeout=20s")).status).toBe(0);
    await kubectl("delete", "deployment/web", "daemonset/agent");
    await expect.poll(() => pods("app in (web, agent)".replaceAll(" ", "%20")), patience).toEqual([]);
  });

  test.each([
    {
      name: "waits for a ConfigMap of its volumes",
      spec: "{volumes: [{name: v, configMap: {name: absent}}], containers: [{name: main, image: web}]}",
      expected: { waiting: { reason: "ContainerCreating", message: 'configmaps "absent" not found' } },
    },
    {
      name: "waits for a Secret of its variables",
      spec: "{containers: [{name: main, image: web, envFrom: [{secretRef: {name: absent}}]}]}",
      expected: { waiting: { reason: "CreateContainerConfigError", message: 'secrets "absent" not found' } },
    },
    {
      name: "never starts when its image cannot be pulled",
      spec: "{containers: [{name: main, image: does-not-start.invalid/web}]}",
      expected: { waiting: { reason: "ImagePullBackOff", message: expect.anything() } },
    },
    {
      name: "stays pending when it asks for another node",
      spec: "{nodeSelector: {kubernetes.io/os: windows}, containers: [{name: main, image: web}]}",
      expected: undefined,
    },
  ])("a Pod $name", async ({ spec, expected }) => {
    await apply(deployment("stuck", spec));
    await expect.poll(() => states("app=stuck"), patience).toEqual([expected]);
    await kubectl("delete", "deployment", "stuck");
    await expect.poll(() => pods("app=stuck"), patience).toEqual([]);
  });

  test("after the API server was lost and came back, all goes on as before", async () => {
    await apply(deployment("before", "{containers: [{name: main, image: web}]}"));
    await ground.controlPlane.killApiServer();
    expect((await kubectl("get", "namespaces")).status).toBe(1);
    await ground.controlPlane.restartApiServer();
    await apply(deployment("after", "{containers: [{name: main, image: web}]}"));
    for (const name of ["before", "after"]) {
      expect((await kubectl("rollout", "status", `deployment/${name}`, "--timeout=60s")).status).toBe(0);
    }
  });

  test("a namespace can be deleted with all that is in it", async () => {
    await kubectl("create", "namespace", "short-lived");
    await kubectl("create", "deployment", "web", "--image=web", "--namespace=short-lived");
    expect((await kubectl("delete", "namespace", "short-lived", "--timeout=60s")).status).toBe(0);
  });
});

const widgets = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.org}
spec:
  group: example.org
  scope: Cluster
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  versions:
    - name: v1
      served: true
      storage: true
      subresources: {status: {}}
      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: widgets}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: widgets}
spec:
  selector: {matchLabels: {app: widgets}}
  template:
    metadata: {labels: {app: widgets}}
    spec: {serviceAccountName: widgets, containers: [{name: main, image: widgets}]}
`;

const rights = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: widgets}
rules:
  - {apiGroups: [example.org], resources: ["*"], verbs: ["*"]}
  - {apiGroups: [apps], resources: [deployments], verbs: [get, create, delete]}
  - {apiGroups: [""], resources: [configmaps], verbs: [get, create, delete, list]}
  - apiGroups: [admissionregistration.k8s.io]
    resources: [validatingwebhookconfigurations]
    verbs: [get, create, delete]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: widgets}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: widgets}
subjects: [{kind: ServiceAccount, name: widgets, namespace: default}]
`;

describeWithProvingGround("an operator on a proving ground", () => {
  let ground: ProvingGround;
  let operator: OperatorStandIn;
  const refusal = "Rejecting the uninstall request, since there is still work.";
  const widgetPath = "/apis/example.org/v1/widgets/first";
  type Widget = ClusterObject & {
    readonly spec: unknown;
    readonly status?: { readonly conditions: readonly { readonly status: string }[] };
  };

  beforeAll(async () => {
    ground = await startProvingGround();
    await apply(widgets);
    await ground.kubectl(["wait", "crd/widgets.example.org", "--for=condition=Established"]);
    operator = await startOperator(ground.controlPlane, {
      resource: { group: "example.org", version: "v1", plural: "widgets" },
      deployment: { namespace: "default", name: "widgets" },
      finalizer: "example.org/widgets",
      defaults: { size: 1, colour: { red: 2 } },
      guard: {
        name: "widgets",
        workloads: { group: "", version: "v1", plural: "configmaps" },
        message: refusal,
        isGuarded: ({ metadata }) => metadata.labels?.["guarded"] === "true",
      },
    });
    await apply(rights);
  });
  afterEach(async () => {
    operator.hang(false);
  });
  afterAll(async () => {
    await operator?.stop();
    await ground?.stop();
  });

  const apply = async (manifest: string): Promise<void> => {
    const { status, stderr } = await ground.kubectl(["apply", "-f", "-"], { stdin: manifest });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  };
  const widget = (): Promise<Widget | undefined> => ground.api.get<Widget>(widgetPath);
  const makeWidget = async (metadata = ""): Promise<void> => {
    await apply(
      `{apiVersion: example.org/v1, kind: Widget, metadata: {name: first${metadata}}, spec: {colour: {}}}`,
    );
    await expect
      .poll(async () => (await widget())?.status?.conditions.map(({ status }) => status), patience)
      .toEqual(["True", "True"]);
  };
  const deleteWidget = (timeout: string): Promise<ProcessResult> =>
    ground.kubectl(["delete", "widget", "first", `--timeout=${timeout}`]);
  const operands = async (): Promise<readonly string[]> => {
    const { stdout } = await ground.kubectl([
      "get",
      "configmap,deployment,validatingwebhookconfiguration",
      "-o=name",
    ]);
    return stdout.split("\n").filter((name) => /operand|webhook/.test(name));
  };

  test("finalizes, defaults, reports and makes its objects, and removes them with the custom resource", async () => {
    await makeWidget();
    expect(await widget()).toMatchObject({
      metadata: { finalizers: ["example.org/widgets"] },
      spec: { size: 1, colour: { red: 2 } },
      status: { observedGeneration: 2 },
    });
    expect(await operands()).toEqual([
      "configmap/first-operand",
      "deployment.apps/first-operand",
      "validatingwebhookconfiguration.admissionregistration.k8s.io/widgets",
    ]);
    expect((await deleteWidget("20s")).status).toBe(0);
    expect(await operands()).toEqual([]);
  });

  test("refuses a deletion through its webhook, word for word", async () => {
    await makeWidget(', labels: {guarded: "true"}');
    const { stderr } = await deleteWidget("5s");
    expect(stderr).toContain(`denied the request: ${refusal}`);
    await ground.kubectl(["label", "widget", "first", "guarded-"]);
    expect((await deleteWidget("20s")).status).toBe(0);
  });

  test("finalizes nothing while it hangs", async () => {
    await makeWidget();
    operator.hang(true);
    expect((await deleteWidget("3s")).stderr).toContain("timed out");
    operator.hang(false);
    await expect.poll(widget, patience).toBeUndefined();
  });

  test("does nothing while it lacks a right, and says which", async () => {
    await makeWidget();
    await ground.kubectl(["delete", "clusterrolebinding", "widgets"]);
    await deleteWidget("2s");
    expect(operator.refusals().join("\n")).toContain('User "system:serviceaccount:default:widgets" cannot');
    await apply(rights);
    await expect.poll(widget, patience).toBeUndefined();
  });

  test("does nothing without a ready Pod, and its webhook, which is still asked, fails closed", async () => {
    await makeWidget();
    await ground.kubectl(["scale", "deployment", "widgets", "--replicas=0"]);
    await expect.poll(() => operator.isActive(), patience).toBe(false);
    expect((await deleteWidget("5s")).stderr).toContain("failed calling webhook");
    await ground.kubectl(["scale", "deployment", "widgets", "--replicas=1"]);
    await expect.poll(() => operator.isActive(), patience).toBe(true);
    expect((await deleteWidget("20s")).status).toBe(0);
  });
});
