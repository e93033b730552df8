{{- define "latchkey.name" -}}
{{- printf "%s-%s" .root.Release.Name .part | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "latchkey.labels" -}}
app.kubernetes.io/name: latchkey
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "latchkey.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "latchkey.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "latchkey.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* Settings of both roles, and of one role (.settings). */}}
{{- define "latchkey.environment" -}}
- name: PUBLIC_URL
  value: {{ required "publicUrl is required, such as https://auth.platform.example" .root.Values.publicUrl | quote }}
- name: INTERNAL_HOST
  value: 0.0.0.0
- name: HEALTH_PORT
  value: "8082"
- name: DRAIN_DELAY
  value: {{ .root.Values.drainDelay | quote }}
{{- if not .root.Values.internalTls.secret }}
- name: ALLOW_PLAINTEXT_INTERNAL
  value: "1"
{{- end }}
{{- range $name, $value := merge (dict) .settings .root.Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{/* The secrets of a core. */}}
{{- define "latchkey.coreSecrets" -}}
- name: DATABASE_URL_FILE
  value: /run/secrets/latchkey/database_url
- name: TOKEN_KEY_FILE
  value: /run/secrets/latchkey/token_key
{{- if .Values.usesDirectUrl }}
- name: DATABASE_DIRECT_URL_FILE
  value: /run/secrets/latchkey/database_direct_url
{{- end }}
{{- end -}}

{{- define "latchkey.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: health }
  periodSeconds: 1
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: health }
  periodSeconds: 10
  timeoutSeconds: 3
  failureThreshold: 3
readinessProbe:
  httpGet: { path: /readyz, port: health }
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 2
{{- end -}}

{{- define "latchkey.scheduling" -}}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "latchkey.podAnnotations" -}}
{{- if .root.Values.metrics.annotations }}
prometheus.io/scrape: "true"
prometheus.io/port: "8082"
prometheus.io/path: /metrics
{{- end }}
{{- with .annotations }}
{{ toYaml . }}
{{- end }}
{{- end -}}
