package com.example;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication
@RestController
public class OrdersApi {
  public static void main(String[] args) { SpringApplication.run(OrdersApi.class, args); }

  @GetMapping("/orders")
  Map<String, Object> orders(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal grant) {
    return Map.of("merchant", grant.getName());
  }

  @Bean
  SecurityFilterChain security(HttpSecurity http) throws Exception {
    return http
        .authorizeHttpRequests(requests -> requests
            .requestMatchers("/orders").hasAuthority("SCOPE_orders:read")
            .anyRequest().denyAll())
        .oauth2ResourceServer(server -> server.opaqueToken(token -> {}))
        // Without this filter, an outage of Latchkey is a 500.
        .addFilterBefore((request, response, chain) -> {
          try { chain.doFilter(request, response); }
          catch (AuthenticationServiceException outage) { ((jakarta.servlet.http.HttpServletResponse) response).setStatus(503); }
        }, BearerTokenAuthenticationFilter.class)
        .build();
  }
}
